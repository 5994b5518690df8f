access = "user‮ ⁦# admin⁩ ⁦"
